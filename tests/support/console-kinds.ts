import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What tests look at of a kind of record in the console: its own type is compiled with the console alone. */
interface ConsoleKind {
  /** That says so. */
  file: string;
  category: string;
  path(id: string): string;
  steps: Readonly<Record<string, string>>;
  removal?: { act?: string };
}

/** Every kind of record in the console. */
export async function consoleKinds(): Promise<ConsoleKind[]> {
  const files = globSync('console/entities/*/*-kind.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const found = await Promise.all(
    files.map(async (file) =>
      Object.entries<unknown>(await import(join(root, file)))
        .filter(([name]) => name.endsWith('Kind'))
        // Some depend on other records, but only in their fields.
        .map(([, kind]) => ({ ...(typeof kind === 'function' ? kind({}) : kind), file })),
    ),
  );
  return found.flat();
}
