import type { DeliverySummary, SuiteResult, TestResult } from '@benchpress/core'
import { statusTable } from '../breakdown-tables.ts'
import { ofDeliveries } from '../deliveries.ts'
import { percentilesTable } from '../throughput.ts'
import { isStarted, namedRuns, scenarioRuns, type ScenarioRun } from '../runs.ts'
import { hasOnlyPlugins } from '../users-tables.ts'
import { distributionPlot, isServiceDifferent, percentilePlot } from './percentile-plots.ts'
import { levelPlot, responsePlots } from './response-plots.ts'
import { resourcePlots } from './resource-plots.ts'
import type { DocumentPart, DocumentSection } from '../../render/report-document.ts'

/** The sections for browsers: plots of each run over time, distributions of its times and its status codes. */
export function plotSections(suite: SuiteResult): readonly DocumentSection[] {
  const ofLoad = namedRuns(scenarioRuns(suite))
    .filter(({ scenario }) => isStarted(scenario))
    .flatMap((run) => sectionsOf(run, run.title === '' ? '' : `, ${run.title}`))
  const delivered = suite.tests.flatMap((test) => test.deliveries.map((deliveries) => deliverySection(deliveries, test, suite)))
  return [...ofLoad, ...delivered.filter(({ parts }) => parts.length > 0)]
}

function sectionsOf({ test, scenario }: ScenarioRun, of: string): readonly DocumentSection[] {
  const { responseTime, serviceTime, statuses, users } = scenario
  // Shown once for each test, with the first scenario that started.
  const isFirst = test.scenarios.find(isStarted) === scenario
  const distributions = [
    ...(hasOnlyPlugins(scenario) ? [] : [{ name: '', responseTime, serviceTime }]),
    ...(users?.pluginRequests ?? []).map((requests) => ({ name: ` of ${requests.plugin}`, ...requests })),
  ]
  return [
    section(`Over time${of}`, [
      ...responsePlots({ test, scenario }),
      levelPlot({ test, scenario }),
      ...(isFirst ? resourcePlots(test) : []),
    ]),
    ...distributions.map((requests) => {
      const response = { name: 'Response time', times: requests.responseTime }
      const isSpaced = isServiceDifferent(requests.responseTime, requests.serviceTime)
      return section(`Percentiles${requests.name}${of}`, [
        percentilePlot(
          requests.name,
          [response, ...(isSpaced ? [{ name: 'Service time', times: requests.serviceTime }] : [])],
          'responses',
        ),
        distributionPlot(requests.name, response, 'responses'),
        // Percentiles of response times alone are shown with the figures of the run.
        isSpaced ? percentilesTable(requests.responseTime, requests.serviceTime) : undefined,
      ])
    }),
    section(`Status codes${of}`, Object.keys(statuses).length === 0 ? [] : [statusTable(scenario)]),
  ].filter(({ parts }) => parts.length > 0)
}

// Delivery times are plotted; the outcomes of deliveries are a table.
function deliverySection({ name, deliveryTime }: DeliverySummary, test: TestResult, suite: SuiteResult): DocumentSection {
  const delivery = { name: 'Delivery time', times: deliveryTime }
  return section(`Delivery times${ofDeliveries(name, test, suite)}`, [
    percentilePlot(` of ${name}`, [delivery], 'deliveries'),
    distributionPlot(` of ${name}`, delivery, 'deliveries'),
  ])
}

function section(title: string, parts: readonly (DocumentPart | undefined)[]): DocumentSection {
  return { title, on: 'browser', parts: parts.filter((part) => part !== undefined) }
}
