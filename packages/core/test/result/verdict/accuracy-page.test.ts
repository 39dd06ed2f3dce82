import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { samplesBeyond } from '../../../src/model/metrics/sample-size.ts'
import { rules } from '../../../src/result/verdict/judge.ts'
import * as limitedBy from '../../../src/result/verdict/limited-by.ts'
import * as busyCpus from '../../../src/result/verdict/busy-cpus.ts'
import * as disturbedSeconds from '../../../src/result/verdict/disturbed-seconds.ts'
import * as machine from '../../../src/result/verdict/rules/machine-rules.ts'
import * as offeredLoad from '../../../src/result/verdict/offered-load.ts'
import * as requestKinds from '../../../src/result/verdict/request-kinds.ts'
import * as connections from '../../../src/result/verdict/rules/connection-rules.ts'
import * as deliveries from '../../../src/result/verdict/rules/delivery-rules.ts'
import * as generator from '../../../src/result/verdict/rules/generator-rules.ts'
import * as load from '../../../src/result/verdict/rules/load-rules.ts'
import * as outcomes from '../../../src/result/verdict/rules/outcome-rules.ts'
import * as samples from '../../../src/result/verdict/rules/sample-rules.ts'
import * as target from '../../../src/result/verdict/rules/target-rules.ts'
import * as runPhase from '../../../src/result/verdict/stretches.ts'
import * as stationarity from '../../../src/result/verdict/stationarity.ts'

const page = readFileSync(new URL('../../../../../docs/accuracy.md', import.meta.url), 'utf8')

// A cut-off is a number beside the rule, or the fact, that uses it.
const cutOffs = [
  limitedBy,
  busyCpus,
  disturbedSeconds,
  machine,
  offeredLoad,
  requestKinds,
  connections,
  deliveries,
  generator,
  load,
  outcomes,
  samples,
  target,
  runPhase,
  stationarity,
  { samplesBeyond },
].flatMap((file) => Object.entries(file).filter(([, value]) => typeof value === 'number'))

test.each(cutOffs)('docs/accuracy.md lists the cut-off %s = %s', (name, value) => {
  expect(page).toMatch(new RegExp(`^\\| \`${name}\` *\\| ${value} *\\|`, 'm'))
})

test('docs/accuracy.md names every rule', () => {
  for (const { name } of rules) expect(page).toMatch(new RegExp(`^\\| \`${name}\` *\\|`, 'm'))
})
