import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Log } from './log.ts';

/** A log kept in a file that is written before an append is answered, so that it survives a `kill -9`. */
export function openLogFile(path: string): Log {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const held = lines.filter((line) => line !== '').map(parse);
  const log = new Log(held);
  let kept = held.length;
  log.on('appended', () => {
    const added = log.all.slice(kept);
    appendFileSync(path, added.map((event) => `${format(event)}\n`).join(''));
    kept += added.length;
  });
  return log;
}

function format(event: Log['all'][number]): string {
  const { id, type, contentType, stream } = event;
  const [data, metadata] = [event.data, event.metadata].map((bytes) => Buffer.from(bytes).toString('base64'));
  return JSON.stringify({ id, type, contentType, stream, data, metadata });
}

function parse(line: string) {
  const { data, metadata, ...event } = JSON.parse(line) as Record<'id' | 'type' | 'contentType' | 'stream', string> &
    Record<'data' | 'metadata', string>;
  return { ...event, data: Buffer.from(data, 'base64'), metadata: Buffer.from(metadata, 'base64') };
}
