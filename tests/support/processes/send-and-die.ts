import { recordFolds } from '../../../api/areas.ts';
import { mailEffect } from '../../../api/mail/mail-effect.ts';
import { createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createStreams } from '../../../platform/commands/streams.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { createEffects } from '../../../platform/effects/effects.ts';
import { createOutbox, outboxFolder } from '../../../platform/mail/outbox.ts';
import { createSmtp } from '../../../platform/mail/smtp.ts';
import { isoNow, systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { stateWith } from '../stores/state-wrapper.ts';
import { dyingAfter } from './dying-log.ts';

// Sends a mail as the timer does, with the stores and the mail server of the environment, and kills itself on the way:
// before or after it has claimed the attempt, or before or after it has recorded the outcome.

const [id = '', point = ''] = process.argv.slice(2);
const config = parseConfig(process.env);
if (!config.smtp) throw new Error('SMTP_URL is not set.');
const stores = await openStores(config, systemClock);
const dieAt = (here: string) => {
  if (here === point) process.kill(process.pid, 'SIGKILL');
};
const claims = stateWith(stores.state, {
  async put(...attempt) {
    dieAt('before the attempt');
    const put = await stores.state.put(...attempt);
    dieAt('before sending');
    return put;
  },
});
const store = dyingAfter(point === 'before the result' ? 0 : 1, stores.log);
const streams = createStreams({ store, keys: stores.keys, records: recordFolds });
const now = () => isoNow(systemClock);
const { url, from } = config.smtp;
const transport = createSmtp(url, now);
const effects = createEffects({
  kind: mailEffect({
    streams,
    clock: systemClock,
    links: async () => null,
    attachments: async () => [],
    untrue: async () => null,
    marketing: async () => null,
    delivery: async () => ({ transport, from }),
    outbox: createOutbox(outboxFolder(config.dataDir), now),
  }),
  commands: createCommandHandler({ store, streams, keys: stores.keys, clock: systemClock }),
  streams,
  store,
  state: claims,
  clock: systemClock,
  holder: stores.holder,
  onError(cause) {
    throw cause;
  },
});
effects.due(id);
await effects.settled();
await stores.close();
