import { channel, subscribe } from 'node:diagnostics_channel'
import type { ServerCounters } from './server-counters.ts'

/** The counters of the bridge before and after a run. */
export interface ServerReading {
  readonly before: ServerCounters
  readonly after: ServerCounters
}

// A named channel, because the hooks of a journey are in another module graph than the command, though in the same thread.
const name = 'benchpress:preset-bridge:server-counters'

/** Passes the readings before and after a run to the report. */
export function tellReading(reading: ServerReading): void {
  channel(name).publish(reading)
}

/** Collects the readings of the runs that follow, in their order, for as long as the process lives. */
export function collectReadings(): readonly ServerReading[] {
  const readings: ServerReading[] = []
  subscribe(name, (reading) => readings.push(reading as ServerReading))
  return readings
}
