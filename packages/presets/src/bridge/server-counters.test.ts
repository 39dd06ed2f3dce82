import { describe, expect, test } from 'vitest'
import { readRecording } from '../../../../test/recordings.ts'
import { parseCounters } from './server-counters.ts'

describe('the counters of a bridge', () => {
  test('are found by the names of the Rust bridge: accepted POSTs of all paths, and nothing else', () => {
    const text = `# HELP http_requests_total Requests
# TYPE http_requests_total counter
http_requests_total{method="POST",path="/message",status="200"} 2990
http_requests_total{method="POST",path="/bridge/message",status="200"} 3
http_requests_total{method="POST",path="/message",status="400"} 7
http_requests_total{method="GET",path="/events",status="200"} 100
messages_sent_to_clients_total 2993
`
    expect(parseCounters(text)).toEqual({ accepted: 2993, delivered: 2993 })
  })

  test('counters are found by the names of the Go bridge', () => {
    const text = 'number_of_transfered_messages 1.2e+06\nnumber_of_delivered_messages 5 1700000000000\nnumber_of_bad_requests 1\n'
    expect(parseCounters(text)).toEqual({ accepted: 1_200_000, delivered: 5 })
  })

  test.each([
    ['bridge-go', { accepted: 1, delivered: 2 }],
    ['bridge-rust', { accepted: 2, delivered: 4 }],
  ])('are found in the recorded metrics of the published program: %s', (recording, counters) => {
    const exchanges = readRecording(new URL(`../../../../examples/bridge/test/recordings/${recording}.json`, import.meta.url))
    expect(parseCounters(exchanges.find(({ path }) => path === '(metrics)')?.response ?? '')).toEqual(counters)
  })

  test('come from the metric of messages where the labels of requests are unknown', () => {
    const text = 'http_requests_total{verb="POST",result="fine"} 9\nnumber_of_transfered_messages 4\n'
    expect(parseCounters(text)).toEqual({ accepted: 4, delivered: undefined })
  })

  test('are 0 where they do not exist yet, and undefined where nothing is known', () => {
    expect(parseCounters('http_requests_total{method="GET",path="/metrics",status="200"} 1\n')).toEqual({
      accepted: 0,
      delivered: undefined,
    })
    expect(parseCounters('<html>not found</html>')).toEqual({ accepted: undefined, delivered: undefined })
    expect(parseCounters('messages_sent_to_clients_total NaN')).toEqual({ accepted: undefined, delivered: undefined })
  })

  test('are read although a label contains the characters that end labels', () => {
    expect(parseCounters('http_requests_total{path="/a}\\"/message",method="POST",status="200"} 4')).toEqual({
      accepted: 4,
      delivered: undefined,
    })
  })
})
