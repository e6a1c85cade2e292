import { useMemo } from 'react';
import { encode } from 'uqr';

/** White cells around it: scanners need four. */
const BORDER = 4;

/** A text as a QR code, drawn here, so that no other service sees it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: BORDER });
    const cells = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size, path: cells.join('') };
  }, [text]);
  return (
    <svg className="hw-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="#000" d={path} />
    </svg>
  );
}
