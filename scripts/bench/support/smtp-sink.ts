import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

// A mail server on this machine that takes everything and keeps nothing.

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.once('end', () => done(null, 'Taken'));
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo;
  console.log(`listens on http://127.0.0.1:${port}`);
});
