import { readFileSync } from 'node:fs';

// A worker whose decoder crashes, hangs, eats memory or is broken, depending on the photo's last byte.
process.on('message', ({ path }: { path: string }) => {
  const bytes = readFileSync(path);
  const sign = String.fromCharCode(bytes.at(-1) ?? 0);
  if (sign === 'c') process.kill(process.pid, 'SIGKILL');
  if (sign === 'm') process.exit(12);
  if (sign === 'f') process.send?.({ failed: 'broken' });
  if (sign === 'x') process.exit(1);
  if (sign === 'g') process.send?.({ done: { image: bytes, thumbnail: bytes, width: 1, height: 1 } });
});
