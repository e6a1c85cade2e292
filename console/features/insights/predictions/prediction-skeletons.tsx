import { SkeletonSection } from '../../../ui/status/data-area.tsx';

const CARDS = [8, 12, 10, 10];

/** Four cards, about as high as they will be. */
export function PredictionSkeletons() {
  return (
    <div className="hw-predictions">
      {CARDS.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards never move
        <SkeletonSection key={at} lines={lines} />
      ))}
    </div>
  );
}
