/** What the server shows in place of a text of somebody who was erased. */
export const ERASED = '[erased]';
