import { createContext } from 'react';

/** Whether whoever is signed in may read the whole history; the shell says so. */
export const WholeHistory = createContext(false);
