/** Of a trunk: unequal, as good and bad years leave them. */
const RADII = [3, 6.5, 11, 14, 18.5, 22];
const PROGRESS_RADIUS = 9;

/** How much of something is done, as a ring that closes; text beside it gives the figures. */
export function Ring({ value, total }: { value: number; total: number }) {
  const share = total > 0 ? Math.min(1, Math.max(0, value / total)) : 0;
  return (
    <svg className="hw-progress-ring" viewBox="0 0 24 24" aria-hidden="true">
      <circle className="hw-progress-ring-ground" cx="12" cy="12" r={PROGRESS_RADIUS} pathLength="1" />
      {share > 0 && (
        <circle
          className="hw-progress-ring-done"
          cx="12"
          cy="12"
          r={PROGRESS_RADIUS}
          pathLength="1"
          strokeDasharray={`${share} 1`}
        />
      )}
      <circle className="hw-progress-ring-heart" cx="12" cy="12" r="2" />
    </svg>
  );
}

/** A trunk's growth rings, for where there is nothing to show yet. */
export function EmptyRings() {
  return (
    <svg className="hw-empty-rings" viewBox="0 0 48 48" aria-hidden="true">
      {RADII.map((radius, year) => (
        <circle key={radius} cx={24 + year * 0.2} cy={24 - year * 0.15} r={radius} />
      ))}
    </svg>
  );
}
