import { parentPort, workerData } from 'node:worker_threads';
import { letOthersGoFirst, tellAnswer, tellProgress } from '../solver/thread.ts';
import { answerOf, movesOf, toldOf } from './answer.ts';
import type { PlannedDays, PlannerData } from './planner.ts';
import { planDays } from './run.ts';

// One run on its own thread, which starts the search threads. Any message stops it; it answers with the best so far.

letOthersGoFirst();

const { inputs, request, planId } = workerData as PlannerData;
const stopped = new AbortController();
parentPort?.on('message', () => stopped.abort());
const found = await planDays(inputs, request, { signal: stopped.signal, onProgress: tellProgress });
const { clearing } = request;
const isKept = clearing !== null || found.proposal.totals.jobs > 0;
const told = toldOf(inputs, found, isKept ? planId : null);
tellAnswer<PlannedDays>({ proposal: found.proposal, answer: answerOf(told), moves: movesOf(told) });
