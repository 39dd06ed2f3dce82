import fc from 'fast-check'

// The same cases each time, so that what fails is the fault of a change. `BENCHPRESS_FUZZ_SEED=7 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env['BENCHPRESS_FUZZ_SEED'] ?? 1) })
