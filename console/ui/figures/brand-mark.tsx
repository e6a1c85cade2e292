/** Growth rings around the heartwood: one more ring for every season, like one more event in the log. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg className="hw-brand-mark" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" className="hw-ring-bark" />
      <circle cx="31" cy="32.5" r="24" className="hw-ring" />
      <circle cx="30.5" cy="33" r="18.5" className="hw-ring" />
      <circle cx="30" cy="33.5" r="13" className="hw-ring" />
      <circle cx="29.5" cy="34" r="7.5" className="hw-ring-heart" />
    </svg>
  );
}
