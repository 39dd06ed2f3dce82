import { expect, test } from 'vitest'
import { messageOf, minimal } from '../../test/config-fixture.ts'
import { resolveConfig } from './resolve-config.ts'

test('metrics are taken over as they are declared', () => {
  const metrics = { bids: { type: 'counter', by: 'kind' }, Bid_Time2: { type: 'trend', unit: 'ms', description: 'To place a bid' } }
  expect(resolveConfig({ ...minimal, metrics: { ...metrics, open: { type: 'gauge', unit: undefined } } }).metrics).toEqual({
    ...metrics,
    open: { type: 'gauge' },
  })
})

test.each([
  [[], ': must be an object (was a list)'],
  [{ bids: 'counter' }, '.bids: must be an object (was "counter")'],
  [{ bids: {} }, '.bids.type: is required and must be "counter", "gauge", "rate" or "trend"'],
  [{ bids: { type: 'histogram' } }, '.bids.type: must be "counter", "gauge", "rate" or "trend" (was "histogram")'],
  [{ bids: { type: 'trend', units: 'ms' } }, '.bids: unknown key "units"; did you mean "unit"?'],
  [{ bids: { type: 'trend', unit: '' } }, '.bids.unit: must not be empty'],
  [{ bids: { type: 'trend', description: 'two\nlines' } }, String.raw`.bids.description: must be one line (was "two\nlines")`],
  [{ bids: { type: 'counter', by: 'the kind' } }, '.bids.by: must be a letter, then letters, digits and "_" (was "the kind")'],
  [{ bids: { type: 'counter', by: '' } }, '.bids.by: must be a letter, then letters, digits and "_" (was "")'],
  [{ bids: { type: 'counter', by: 'scenario' } }, '.bids.by: must be another tag: every metric is kept by scenario'],
  [{ 'bid time': { type: 'trend' } }, ': "bid time" is not the name of a metric; a letter, then letters, digits and "_", are allowed'],
  [{ '2nd': { type: 'trend' } }, ': "2nd" is not the name of a metric; a letter, then letters, digits and "_", are allowed'],
  [{ checks: { type: 'rate' } }, '.checks: is a metric that every test has; choose another name'],
])('the metrics %j are refused', (metrics, message) => {
  expect(messageOf({ ...minimal, metrics })).toBe(`metrics${message}`)
})
