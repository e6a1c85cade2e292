import { lead } from '../../../domain/lead/lead.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Converts a lead as the API does, on the stores of the environment, and kills itself right after this many appends.

const [leadId = '', survived = '0'] = process.argv.slice(2);
const { stores, commands, runner } = await openDying((log) => dyingAfter(Number(survived), log));

const commandId = uuidv5(leadId, 'converted in a test');
const context = { actor: 'owner', commandId, body: 'null', correlationId: commandId, causationId: null };
const command = { type: 'ConvertLead', customerId: uuidv5(leadId, 'customer') } as const;
const outcome = await commands.handle(lead, leadId, [command], context);
await runner.follow(outcome.appended);
await stores.close();
