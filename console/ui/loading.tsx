/** Shown until it is known whether somebody is signed in. */
export function Loading() {
  return (
    <p className="hw-loading" role="status">
      Loading Heartwood…
    </p>
  );
}
