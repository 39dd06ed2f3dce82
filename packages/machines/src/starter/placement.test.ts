import { expect, test } from 'vitest'
import { checkPlacements, parseLabels, parsePlacements } from './placement.ts'

test('machines are asked for by label, and agents say theirs', () => {
  expect(parsePlacements('region=eu:2, region=us:10')).toEqual([
    { label: 'region=eu', agents: 2 },
    { label: 'region=us', agents: 10 },
  ])
  expect(parseLabels('region=eu,rack=7')).toEqual({ region: 'eu', rack: '7' })
})

test.each(['', 'region:2', 'region=eu', 'region=eu:0', 'region=eu:-1', 'region=eu:1.5', 'region=e:u:2', 'region=eu:99999', 'region=eu:2,'])(
  'refuses to place on %j',
  (text) => {
    expect(() => parsePlacements(text)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  },
)

test.each(['', 'region', '=eu', 'region=', 'region=e:u', 'region=eu,,rack=7'])('refuses the labels %j', (text) => {
  expect(() => parseLabels(text)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
})

test.each([0, -1, 1.5, NaN, 2001, [], [{ label: 'region=eu', agents: 0 }]])('refuses to run on %j', (agents) => {
  expect(() => checkPlacements(agents)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
})
