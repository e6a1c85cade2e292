/** While the session check is loading (staff-console §2). */
export function Loading() {
  return (
    <p className="hw-loading" role="status">
      Loading Heartwood…
    </p>
  );
}
