import sharp from 'sharp';

// Pictures as the rules see them: what is where, in a photo's colors, with the grain of leaves and bark.

const WIDTH = 640;
const HEIGHT = 480;

type Rgb = readonly [red: number, green: number, blue: number];

const SKY: Rgb = [120, 165, 215];
const LEAVES: Rgb = [72, 118, 48];
const BARK: Rgb = [110, 82, 58];
const LAWN: Rgb = [96, 140, 62];
const ASPHALT: Rgb = [118, 118, 120];

/** What is at a place; `x` and `y` from 0 to 1. */
type Scene = (x: number, y: number) => { color: Rgb; grain: number };

const within = (x: number, y: number, radius: number) => Math.hypot((x - 0.5) * 1.3, y - 0.4) < radius;

const SCENES = {
  sky: () => ({ color: SKY, grain: 3 }),
  greenTree: (x, y) => {
    if (within(x, y, 0.38)) return { color: LEAVES, grain: 34 };
    if (y > 0.6 && Math.abs(x - 0.5) < 0.05) return { color: BARK, grain: 24 };
    return y > 0.82 ? { color: LAWN, grain: 22 } : { color: SKY, grain: 3 };
  },
  deadTree: (x, y) => {
    if (within(x, y, 0.38)) return { color: BARK, grain: 34 };
    return y > 0.82 ? { color: ASPHALT, grain: 10 } : { color: SKY, grain: 3 };
  },
  road: () => ({ color: ASPHALT, grain: 10 }),
} as const satisfies Record<string, Scene>;

/** Always the same noise. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296 - 0.5;
  };
}

export type TreeScene = keyof typeof SCENES;

/** A JPEG of a scene, as a camera takes it; `isBlurred` or `isDark` as a bad one does. */
export async function treePhoto(
  scene: TreeScene,
  how: { isBlurred?: boolean; isDark?: boolean } = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  const random = noise(7);
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const { color, grain } = SCENES[scene](column / WIDTH, row / HEIGHT);
      const shade = random() * 2 * grain;
      for (const [channel, value] of color.entries()) {
        const lit = (value + shade) * (how.isDark ? 0.07 : 1);
        pixels[(row * WIDTH + column) * 3 + channel] = Math.max(0, Math.min(255, lit));
      }
    }
  }
  const photo = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return (how.isBlurred ? photo.blur(9) : photo).jpeg({ quality: 88 }).toBuffer();
}
