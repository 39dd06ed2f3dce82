import type { MachineSummary, SuiteResult } from '@benchpress/core'
import {
  formatBytes,
  formatNumber,
  formatSeconds,
  formatShare,
  formatTime,
  type ReportCell,
  type ReportTable,
} from '@benchpress/core/report'
import { numberCell } from '../format/cell.ts'
import { printable } from '../format/texts.ts'
import { ofRun } from './runs.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** The machines that generated the load of each run, where the run did not generate it itself. */
export function machinesSections(suite: SuiteResult): readonly DocumentSection[] {
  return suite.tests.flatMap((test) => {
    const { machines, startSpread } = test
    if (machines === undefined) return []
    const spread = typeof startSpread === 'number' ? [`They started within ${formatTime(startSpread)} of each other.`] : []
    const lines = [...spread, ...machines.map(describeMachine)]
    return [{ title: `Machines${ofRun(test, suite)}`, detail: true, parts: [loadTable(machines), clockTable(machines), { lines }] }]
  })
}

function loadTable(machines: readonly MachineSummary[]): ReportTable {
  return {
    head: ['Machine', 'Workers', 'Share', 'CPU', 'Whole machine', 'Memory'],
    rows: machines.map(({ name, workers, share, generatorCpu, hostCpu, cpu, rss }): readonly ReportCell[] => [
      printable(name),
      numberCell(workers.length),
      numberCell(share, (value) => formatShare(value)),
      numberCell(generatorCpu, formatNumber),
      numberCell(hostCpu, (cores) => `${formatNumber(cores)} of ${formatNumber(cpu.usable)}`),
      numberCell(rss, formatBytes),
    ]),
  }
}

// How far apart the machines started, and the error of that figure.
function clockTable(machines: readonly MachineSummary[]): ReportTable {
  return {
    head: ['Machine', 'Verdict', 'First start', 'Last start', 'Clock', 'Way', 'Clock known to', 'Drift', 'Lost'],
    texts: ['Verdict', 'Lost'],
    rows: machines.map(({ name, start, clock, lost, verdict }): readonly ReportCell[] => [
      printable(name),
      verdict === undefined ? 'n/a' : verdict.length === 0 ? 'ok' : verdict.join(', '),
      numberCell(start?.first ?? null, formatSigned),
      numberCell(start?.last ?? null, formatSigned),
      numberCell(clock.offset ?? null, formatSigned),
      numberCell(clock.rtt ?? null, formatTime),
      numberCell(clock.error, (error) => `±${formatTime(error)}`),
      numberCell(clock.drift, formatSigned),
      lost === null ? '' : `${describeLoss(lost)}: ${printable(lost.reason)}`,
    ]),
  }
}

function describeLoss({ at, knownUntil }: NonNullable<MachineSummary['lost']>): string {
  const known = knownUntil === null ? 'nothing is known' : `known until ${formatSeconds(Math.max(0, knownUntil))}`
  return `at ${formatSeconds(Math.max(0, at))}, ${known}`
}

function describeMachine({ name, cpu, memory, os, arch, benchpress, node, address }: MachineSummary): string {
  const hardware = `${formatNumber(cpu.count)} x ${cpu.model}, ${formatBytes(memory)}, ${os} ${arch}`
  const target = address === null ? '' : `, target at ${address}`
  return printable(`${name}: ${hardware}, benchpress ${benchpress}, Node.js ${node}${target}`)
}

function formatSigned(milliseconds: number): string {
  return `${milliseconds < 0 ? '-' : '+'}${formatTime(Math.abs(milliseconds))}`
}
