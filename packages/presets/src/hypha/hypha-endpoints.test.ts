import { expect, test } from 'vitest'
import { readRecording } from '../../../../test/recordings.ts'
import { benchmarkEndpoints, individualEndpoints, maxThroughputEndpoints, stressEndpoints, type HyphaEndpoint } from './hypha-endpoints.ts'

const services: Readonly<Record<string, readonly HyphaEndpoint[]>> = {
  'benchmark-service': benchmarkEndpoints,
  'root:benchmark-service': benchmarkEndpoints,
  'max-throughput-service': maxThroughputEndpoints,
  'stress-test-service': [...stressEndpoints, ...individualEndpoints],
}

const all = Object.entries(services).flatMap(([service, endpoints]) => endpoints.map((endpoint) => [service, endpoint] as const))

// The recording contains only the beginning of the long description of a service.
test.each(all.filter(([, { path }]) => path !== ''))(
  'of %s, %j is a response of the published program',
  (ofCase, { service, path, responses }) => {
    const recording = recorded('hypha-right', service === 'ws' ? service : ofCase, path)
    expect(responses.some((expected) => matches(recording, expected))).toBe(true)
  },
)

test('functions of several arguments have wrong responses in the program that passed one object', () => {
  const wrong = all
    .filter(([of]) => of !== 'root:benchmark-service')
    .filter(
      ([, { path, service, responses }]) => path !== '' && !responses.some((one) => matches(recorded('hypha-wrong', service, path), one)),
    )
    .map(([of, { path }]) => `${of}/${path}`)
  expect(wrong).toHaveLength(15)
  expect(wrong.filter((path) => !path.includes('&'))).toEqual([])
})

function recorded(recording: string, service: string, path: string): string {
  const exchanges = readRecording(new URL(`../../../../examples/hypha/test/recordings/${recording}.json`, import.meta.url))
  return exchanges.find((one) => one.path === `/default/services/${service}${path === '' ? '' : `/${path}`}`)?.response ?? ''
}

function matches(response: string, expected: unknown): boolean {
  try {
    expect({ response: JSON.parse(response) as unknown }).toMatchObject({ response: expected })
    return true
  } catch {
    return false
  }
}
