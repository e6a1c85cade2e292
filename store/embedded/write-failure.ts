const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;
/** The primary code is in the low byte of SQLite's extended ones. */
const PRIMARY = 0xff;

/** Why nothing was written, for a person: names the folder and what to do. */
export function writeFailure(folder: string, error: unknown): string {
  const { errcode = 0, message } = error as { errcode?: number; message: string };
  switch (errcode & PRIMARY) {
    case SQLITE_FULL:
      return `The disk of the data folder ${folder} is full: nothing was written. Make room and try again.`;
    case SQLITE_READONLY:
      return `The data folder ${folder} is read-only: nothing was written. Make it writable and try again.`;
    default:
      return `The data folder ${folder} could not be written: ${message}.`;
  }
}
