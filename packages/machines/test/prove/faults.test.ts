import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokers, type BrokerName } from '../brokers.ts'
import { faults, type FaultName } from '../faults/fault.ts'
import { performTrial, type Trial } from '../faults/trial.ts'

const trials = Number(process.env['TESTS_TRIALS'] ?? 20)
/** The number of trials at a time, which mostly wait. */
const lanes = Number(process.env['TESTS_FAULT_LANES'] ?? 3)
const chosen = process.env['TESTS_FAULTS']?.split(',') ?? faults
const base = Number(process.env['TESTS_FUZZ_SEED'] ?? 7)
const output = process.env['TESTS_FAULT_LINES']

/** Runs all jobs, a few at a time. */
async function inLanes<Job, Done>(jobs: readonly Job[], work: (job: Job) => Promise<Done>): Promise<readonly Done[]> {
  const [left, done] = [jobs.values(), [] as Done[]]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const job of left) done.push(await work(job))
    }),
  )
  return done
}

test.each(brokers)(
  `${trials} of ${trials} runs over %s have a true result and leave nothing, with each fault at any moment`,
  async (broker, isThere) => {
    expect(isThere, `${broker} is not installed`).toBe(true)
    const jobs = Array.from({ length: trials }, (_, number) =>
      faults.map((fault, index) => [fault, base + number * faults.length + index] as const),
    )
    const done = await inLanes(
      jobs.flat().filter(([fault]) => chosen.includes(fault)),
      async ([fault, seed]) => await tell(broker, fault, seed),
    )
    expect(done.filter(({ problems }) => problems.length > 0).map(({ line }) => line)).toEqual([])
  },
)

async function tell(broker: BrokerName, fault: FaultName, seed: number): Promise<Trial> {
  const trial = await performTrial(broker, fault, seed)
  console.log(trial.line)
  if (output !== undefined) appendFileSync(output, `${trial.line}\n`)
  return trial
}
