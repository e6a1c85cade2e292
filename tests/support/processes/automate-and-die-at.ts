import { EventStoreDBClient } from '@eventstore/db-client';

// Runs a server as serve-at.ts does, and kills it right after so many appends (AUTOMATED_APPENDS) from the first one of a rule on: the
// client of the database is the real one, and the event store has written what it was asked for.

const survived = Number(process.env['AUTOMATED_APPENDS']);
let appends = -1;
const append = EventStoreDBClient.prototype.appendToStream;
EventStoreDBClient.prototype.appendToStream = async function (stream, events, options) {
  const [first] = [events].flat();
  const { actor } = JSON.parse(Buffer.from(first?.metadata as Uint8Array).toString());
  if (appends < 0 && actor === 'automation') appends = 0;
  if (appends === survived) process.kill(process.pid, 'SIGKILL');
  const appended = await append.call(this, stream, events, options);
  if (appends >= 0 && ++appends === survived) process.kill(process.pid, 'SIGKILL');
  return appended;
};

await import('./serve-at.ts');
