import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SUMS } from './format.ts';

/** One file of an archive, while it is written. */
export interface ArchiveFile {
  write(content: string | Uint8Array): void;
  close(): void;
}

/** Writes the files of an archive, private, and notes the sum of each. */
export interface ArchiveWriter {
  /** @param name with the folders it is in, separated by `/` */
  begin(name: string): ArchiveFile;
  /** Writes a whole file. */
  write(name: string, content: string | Uint8Array): void;
  /** Ends the list of sums. @returns its own sum, in hex */
  close(): string;
}

/** @param folder exists and is empty */
export function archiveWriter(folder: string): ArchiveWriter {
  const sums = fileIn(folder, SUMS);

  function begin(name: string): ArchiveFile {
    const file = fileIn(folder, name);
    return {
      write: file.write,
      close: () => sums.write(`${file.close()}  ${name}\n`),
    };
  }

  return {
    begin,
    write(name, content) {
      const file = begin(name);
      file.write(content);
      file.close();
    },
    close: sums.close,
  };
}

/** A new private file. Its `close` makes it durable and gives its SHA-256. */
function fileIn(folder: string, name: string) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const descriptor = openSync(path, 'wx', 0o600);
  const sum: Hash = createHash('sha256');
  return {
    write(content: string | Uint8Array): void {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      sum.update(bytes);
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    },
    close(): string {
      fsyncSync(descriptor);
      closeSync(descriptor);
      return sum.digest('hex');
    },
  };
}

/** A file for each so many lines. */
export interface LinesWriter {
  write(lines: readonly string[]): void;
  close(): void;
}

/** @param nameOf the name of a file by its number, from 1 on */
export function linesWriter(writer: ArchiveWriter, nameOf: (number: number) => string, perFile: number): LinesWriter {
  let file: ArchiveFile | null = null;
  let number = 0;
  let left = 0;
  return {
    write(lines) {
      for (let from = 0; from < lines.length; ) {
        if (file === null || left === 0) {
          file?.close();
          file = writer.begin(nameOf(++number));
          left = perFile;
        }
        const some = lines.slice(from, from + left);
        file.write(some.map((line) => `${line}\n`).join(''));
        from += some.length;
        left -= some.length;
      }
    },
    close: () => file?.close(),
  };
}
