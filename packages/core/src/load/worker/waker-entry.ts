import { workerData } from 'node:worker_threads'
import { systemClock } from '../../base/clock/clock.ts'
import { Waker } from '../engine/waker.ts'

// The waker has a separate thread, which sleeps most of the time: one for all load threads of a test.
new Waker(workerData as SharedArrayBuffer, () => systemClock.now()).run()
