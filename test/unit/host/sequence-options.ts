/**
 * How many sequences run: with every unit test a few, always the same ones, so that a run is short and no chance turns it red. With SEQUENCES
 * set, as `npm run test:soak` does, it is that many, others each time.
 */
const { SEQUENCES } = process.env;

export const sequenceOptions = SEQUENCES === undefined ? { numRuns: 200, seed: 1 } : { numRuns: Number(SEQUENCES) };

/** Whether so many run, and such long ones, that each case must have come up. */
export const isThorough = sequenceOptions.numRuns >= 1000;
