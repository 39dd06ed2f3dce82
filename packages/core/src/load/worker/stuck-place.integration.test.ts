import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { writeModule } from '../../../test/load/journeys/module-fixture.ts'
import { describeStuck } from './stuck-place.ts'

/** Starts a thread that runs a module, which says when it is about to be stuck. */
async function startStuck(text: string): Promise<Worker> {
  const path = await writeModule('orders.journey.mjs', `import { parentPort } from 'node:worker_threads'\n${text}`)
  const worker = new Worker(pathToFileURL(path))
  onTestFinished(async () => void (await worker.terminate()))
  await once(worker, 'message')
  return worker
}

const say = `parentPort.postMessage('begun')`

test.each([
  ['a loop', `async function order() { await 1; ${say}\nfor (;;); }\norder()`, '3:1'],
  ['a loop that was compiled long ago', `function spin() { let i = 0; ${say}\nwhile (true) i++ }\nsetTimeout(spin)`, '3:'],
  ['a function that another calls', `const is = () => { for (;;); }\n${say}\nis()`, '2:20 < orders.journey.mjs:4:1'],
  ['a pattern', `${say};\n/^(a+)+$/.test('a'.repeat(99) + 'b')`, '3:'],
  ['a wait', `${say}\nAtomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`, '3:'],
  ['microtasks without end', `${say}\nfor (;;)\n  await undefined`, ''],
])('%s is found with its line, and can be ended afterwards', async (_, text, place) => {
  const worker = await startStuck(text)
  const described = await describeStuck(worker.threadId, 12_400_000)
  expect(described).toContain(`stuck for 12 s at orders.journey.mjs:${place}`)
  await worker.terminate()
})
