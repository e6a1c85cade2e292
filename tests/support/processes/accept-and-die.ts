import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { acceptLostHistory } from '../../../store/embedded/log/accept-lost-history.ts';
import { removeSalvaged } from '../../../store/embedded/log/salvage.ts';

// A process that continues with a shorter history in a folder, and is killed before one of the changes it makes there.
// Arguments: the folder, and which change, counted from 1. If it reaches the end, it prints how many it made.

const [folder = '', deadly = '0'] = process.argv.slice(2);
let changes = 0;

function dieBefore<Args extends unknown[], Result>(change: (...args: Args) => Result): (...args: Args) => Result {
  return (...args) => {
    changes += 1;
    if (changes === Number(deadly)) process.kill(process.pid, 'SIGKILL');
    return change(...args);
  };
}

fs.mkdirSync = dieBefore(fs.mkdirSync) as typeof fs.mkdirSync;
fs.writeFileSync = dieBefore(fs.writeFileSync);
fs.copyFileSync = dieBefore(fs.copyFileSync);
fs.renameSync = dieBefore(fs.renameSync);
fs.rmSync = dieBefore(fs.rmSync);
fs.fsyncSync = dieBefore(fs.fsyncSync);
syncBuiltinESMExports();
await setImmediate();
acceptLostHistory(folder, Date.now());
removeSalvaged(`${folder}/log.db`);
console.log(changes);
