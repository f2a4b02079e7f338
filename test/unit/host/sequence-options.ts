/**
 * How many sequences run: with every unit test a few, always the same ones, so that a run is short and no chance turns it red. With SEQUENCES
 * set, as `npm run test:soak` does, it is that many, others each time. SEED makes them the same ones: `.ci/run` sets it, so that no
 * change is blamed for what it has not touched.
 */
const { SEQUENCES = "200", SEED = process.env.SEQUENCES === undefined ? "1" : undefined } = process.env;
const numRuns = Number(SEQUENCES);

export const sequenceOptions = SEED === undefined ? { numRuns } : { numRuns, seed: Number(SEED) };

/** Whether so many run, and such long ones, that each case must have come up. */
export const isThorough = numRuns >= 1000;
