import { linkContract } from './projection-links.suite.ts';

linkContract('embedded', async () => ({ readModels: null, args: [], close: async () => {} }), 12);
