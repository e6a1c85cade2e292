const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const stamp = join(root, 'node_modules', '.heartwood-install');

/** What node_modules was made from and for: the folder may be shared with a container of another platform. */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

/** Whether node_modules was installed from the current lock file. */
function isInstalled() {
  try {
    return readFileSync(stamp, 'utf8') === wanted();
  } catch {
    return false;
  }
}

/** Records that node_modules holds what the lock file asks for. */
function markInstalled() {
  writeFileSync(stamp, wanted());
}

module.exports = { isInstalled, markInstalled };
