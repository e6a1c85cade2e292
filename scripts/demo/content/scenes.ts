/** What a demo photo shows: a drawing, so that nobody's house is in it. */
export type Scene = 'roof' | 'wires' | 'fallen' | 'dead' | 'stump' | 'level' | 'pair' | 'chipper' | 'truck';

/** In pixels, like a phone held sideways. */
const WIDTH = 1280;
const HEIGHT = 960;
const GROUND = 700;

/** Drawings of the same scene are identical. */
export function drawScene(scene: Scene): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fb7d6"/><stop offset="1" stop-color="#e6eef0"/></linearGradient>
      <linearGradient id="lawn" x2="0" y2="1"><stop stop-color="#7f9a5b"/><stop offset="1" stop-color="#52703a"/></linearGradient>
    </defs>
    <rect width="${WIDTH}" height="${GROUND}" fill="url(#sky)"/>
    ${woods()}
    <rect y="${GROUND}" width="${WIDTH}" height="${HEIGHT - GROUND}" fill="url(#lawn)"/>
    ${SCENES[scene]()}
  </svg>`;
}

const SCENES: Record<Scene, () => string> = {
  roof: () => house(700, 1) + tree({ x: 590, height: 560, lean: 5 }),
  wires: () => road() + poles() + tree({ x: 660, height: 540, lean: 0 }),
  fallen: () => house(860, 0.8) + fence() + fallenTree(),
  dead: () => fence() + tree({ x: 620, height: 600, lean: -2, isDead: true }),
  stump: () => fence() + stump(),
  level: () => fence(),
  pair: () => house(120, 0.7) + tree({ x: 640, height: 520, lean: -4 }) + tree({ x: 930, height: 430, lean: 3 }),
  chipper: () => road() + chipper(),
  truck: () => road() + truck(),
};

function woods(): string {
  const crowns = Array.from({ length: 15 }, (_, index) => {
    const size = 70 + ((index * 37) % 50);
    return `<circle cx="${index * 92}" cy="${GROUND - 24}" r="${size}"/>`;
  });
  return `<g fill="#7d9a83">${crowns.join('')}</g>`;
}

/** @param lean degrees to the right */
function tree({ x, height, lean, isDead }: { x: number; height: number; lean: number; isDead?: boolean }): string {
  const top = GROUND + 40 - height;
  const bark = isDead ? '#7b6f63' : '#5d4532';
  const limbs = [-60, -34, 30, 58].map((angle, index) => {
    const from = top + height * (0.42 + index * 0.05);
    const shape = `M${x} ${from} q0 -60 0 -${height * 0.34}`;
    return `<path d="${shape}" transform="rotate(${angle} ${x} ${from})" stroke-width="${20 - index * 2}"/>`;
  });
  return `<g transform="rotate(${lean} ${x} ${GROUND + 40})">
    <path d="M${x - 34} ${GROUND + 44} Q${x - 12} ${GROUND - 120} ${x - 8} ${top + 60} h18 Q${x + 14} ${GROUND - 120} ${x + 38} ${GROUND + 44}z" fill="${bark}"/>
    <g stroke="${bark}" fill="none" stroke-linecap="round">${limbs.join('')}</g>
    ${isDead ? '' : crown(x, top + height * 0.3, height * 0.2)}
  </g>`;
}

function crown(x: number, y: number, size: number): string {
  const blobs: readonly (readonly [number, number, number, string])[] = [
    [-1.1, 0.35, 1, '#2f5a2c'],
    [1.15, 0.4, 0.95, '#2b5429'],
    [0, 0.5, 1.15, '#376632'],
    [-0.55, -0.45, 1.05, '#447a3b'],
    [0.65, -0.4, 1, '#3d7036'],
    [0, -0.95, 0.85, '#528a45'],
  ];
  return blobs
    .map(
      ([dx, dy, r, color]) => `<circle cx="${x + dx * size}" cy="${y + dy * size}" r="${r * size}" fill="${color}"/>`,
    )
    .join('');
}

function house(x: number, scale: number): string {
  return `<g transform="translate(${x} ${GROUND + 20}) scale(${scale})">
    <rect y="-230" width="430" height="230" fill="#e9e4d8"/>
    <path d="M-36 -226 L215 -380 L466 -226z" fill="#6d5a52"/>
    <rect x="186" y="-110" width="66" height="110" fill="#47606b"/>
    <g fill="#9fb9c6"><rect x="50" y="-170" width="90" height="80"/><rect x="296" y="-170" width="90" height="80"/></g>
  </g>`;
}

function fence(): string {
  const boards = Array.from(
    { length: 26 },
    (_, index) => `<rect x="${index * 50}" y="${GROUND - 60}" width="42" height="120"/>`,
  );
  return `<g fill="#a98b68">${boards.join('')}</g><rect y="${GROUND - 36}" width="${WIDTH}" height="14" fill="#937656"/>`;
}

function fallenTree(): string {
  return `<path d="M150 ${GROUND + 120} L820 ${GROUND - 130} l16 34 L172 ${GROUND + 190}z" fill="#5d4532"/>
    <circle cx="150" cy="${GROUND + 156}" r="66" fill="#4b3727"/>${crown(900, GROUND - 130, 95)}`;
}

function stump(): string {
  return `<path d="M470 ${GROUND + 180} q30 -120 24 -190 h300 q-6 90 40 190z" fill="#5d4532"/>
    <ellipse cx="644" cy="${GROUND - 10}" rx="150" ry="46" fill="#d8b077"/>
    <g fill="none" stroke="#b98b52" stroke-width="5"><ellipse cx="648" cy="${GROUND - 10}" rx="106" ry="31"/><ellipse cx="652" cy="${GROUND - 10}" rx="62" ry="18"/><ellipse cx="655" cy="${GROUND - 10}" rx="22" ry="6"/></g>`;
}

function road(): string {
  return `<rect y="${GROUND + 90}" width="${WIDTH}" height="110" fill="#6f7275"/>`;
}

function poles(): string {
  const pole = (x: number) =>
    `<rect x="${x}" y="150" width="22" height="${GROUND - 90}" fill="#6b5645"/><rect x="${x - 60}" y="180" width="142" height="12" fill="#6b5645"/>`;
  const wire = (y: number) => `<path d="M-20 ${y} Q640 ${y + 130} ${WIDTH + 20} ${y}"/>`;
  return `${pole(120)}${pole(1120)}<g fill="none" stroke="#30363a" stroke-width="4">${wire(178)}${wire(206)}</g>`;
}

function wheel(x: number): string {
  return `<circle cx="${x}" cy="${GROUND + 140}" r="54" fill="#26292b"/><circle cx="${x}" cy="${GROUND + 140}" r="22" fill="#9aa0a3"/>`;
}

function chipper(): string {
  return `<g fill="#d9762b"><rect x="430" y="${GROUND - 150}" width="330" height="240" rx="16"/><path d="M760 ${GROUND - 40} l170 -60 v190 l-170 -20z"/></g>
    <path d="M520 ${GROUND - 150} q-10 -180 -190 -190 l-14 50 q120 20 130 140z" fill="#b9611f"/>
    <rect x="220" y="${GROUND + 70}" width="240" height="18" fill="#3a3e40"/>${wheel(600)}`;
}

function truck(): string {
  return `<rect x="280" y="${GROUND - 150}" width="470" height="260" fill="#2f5f45"/>
    <path d="M760 ${GROUND - 70} h150 l90 100 v80 h-240z" fill="#e7e3d7"/><path d="M790 ${GROUND - 46} h104 l62 76 h-166z" fill="#7f9cab"/>
    <rect x="260" y="${GROUND + 94}" width="760" height="22" fill="#35393b"/>${wheel(400)}${wheel(880)}`;
}
