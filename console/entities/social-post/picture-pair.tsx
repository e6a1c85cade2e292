/** Two photos of one job, beside each other. @param props the ids of the photos */
export function PicturePair({ before, after }: { before: string; after: string }) {
  return (
    <ul className="hw-photo-grid" aria-label="Pictures">
      {Object.entries({ Before: before, After: after }).map(([label, id]) => (
        <li key={label}>
          <span className="hw-photo">
            <img src={`/api/photos/${encodeURIComponent(id)}/thumbnail`} alt={`${label} the work`} loading="lazy" />
            <span aria-hidden="true">{label}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
