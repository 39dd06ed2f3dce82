import fc from 'fast-check'

const { BENCHPRESS_FUZZ_SEED: seed = '1', BENCHPRESS_FUZZ_PATH: path } = process.env

// The same cases each time, so that what fails is the fault of a change. `BENCHPRESS_FUZZ_SEED=7 npm test` tries others.
// The path is one that a failure tells, and leads to its smallest case at once; test/repeat-notice.ts tells both.
fc.configureGlobal({ seed: Number(seed), ...(path === undefined ? {} : { path }) })
