import { UnavailableError } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { openClient } from '../../../store/eventstoredb/client.ts';
import { freePort } from '../../support/requests/free-port.ts';

interface Internals {
  getChannel(): Promise<unknown>;
  handleError(client: unknown, error: unknown): Promise<void>;
}

test('What ends a connection while no other can be made rejects only what is called', async () => {
  const { client, close } = openClient(`esdb://127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}?tls=false`);
  const internals = client as unknown as Internals;
  const connecting = expect(internals.getChannel()).rejects.toThrow('Failed to discover');
  const error = Object.assign(Object.create(UnavailableError.prototype), { message: 'gone' });
  const ended = internals.handleError({ getChannel: () => null }, error);
  await connecting;
  await expect(ended).resolves.toBeUndefined();
  await close();
});
