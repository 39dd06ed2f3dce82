import fc from 'fast-check'

const { TESTS_FUZZ_SEED: seed = '1', TESTS_FUZZ_PATH: path } = process.env

// The same cases each time, so that a failure is the fault of a change. `TESTS_FUZZ_SEED=7 npm test` tries others. The path, which a failure reports,
// leads to its smallest case at once; test/repeat-notice.ts prints both.
fc.configureGlobal({ seed: Number(seed), ...(path === undefined ? {} : { path }) })
