import { parentPort, workerData } from 'node:worker_threads'
import { inheritOwnPackages } from '../load/user/own-packages.ts'
import { type MicrobenchmarkShare, runMicrobenchmark } from './run-microbenchmark.ts'

if (parentPort === null) throw new Error('microbenchmark-entry runs in a worker thread only')
inheritOwnPackages()
// Both ends of the line belong to this package, in the same version, so messages have the expected type.
await runMicrobenchmark(workerData as MicrobenchmarkShare, parentPort)
