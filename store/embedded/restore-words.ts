/** The way back to the newest backup, for whoever runs Heartwood. */
export const RESTORE = 'npm run restore -- BACKUPS --into NEW_FOLDER, and start with DATA_DIR=NEW_FOLDER';
