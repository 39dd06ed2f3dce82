import type { MetricDefinitions } from '@benchpress/core'

/** The metrics of the shop, besides those of every request. */
export const shopMetrics = {
  sold: { type: 'counter', description: 'Orders that were paid' },
  basket_value: { type: 'trend', unit: 'EUR', description: 'What an order came to' },
  first_page: { type: 'rate', description: 'Visits in which the first page was enough' },
} as const satisfies MetricDefinitions
