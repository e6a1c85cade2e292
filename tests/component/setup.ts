import { join } from 'node:path';
import { buildConsole } from '../../scripts/build-console.ts';

/** Where the console is built as one script. */
export const SCRIPT_FOLDER = join(import.meta.dirname, '../../dist/console-script');

/** Runs once, before all tests of components. */
export async function setup(): Promise<void> {
  await buildConsole(SCRIPT_FOLDER, join(import.meta.dirname, 'page-builder.ts'));
}
