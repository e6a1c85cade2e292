// What the composition root loads, all at once and only when MongoDB is used.
export { connectMongo, watchMongo } from './client.ts';
export { openMongoFiles } from './files.ts';
export { mongoReadModels } from './read-models/store.ts';
export { openMongoState } from './state.ts';
