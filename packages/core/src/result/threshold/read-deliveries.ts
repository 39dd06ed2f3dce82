import type { DeliveryMetric } from './built-in-metric.ts'
import type { MeasuredDeliveries } from './measured-deliveries.ts'
import { eachOf, matchTag, type Parts, type Reading } from './reading.ts'
import type { Measured } from './measured.ts'

/** Reads a metric of the messages of the plugins that a selector names. */
export function readDeliveries<Times>(reading: Reading<Times>, metric: DeliveryMetric): Parts<Times> {
  // They are of the test, and known to each of its scenarios.
  const deliveries = reading.scenarios[0]?.deliveries ?? []
  if (deliveries.length === 0) return { missing: `${metric} is measured of messages that plugins push, and there were none` }
  return eachOf(matchTag('plugin', reading, deliveries), (each) => measure(metric, each))
}

function measure<Times>(metric: DeliveryMetric, deliveries: MeasuredDeliveries<Times>): Measured<Times> {
  const { sent, accepted, received, duplicated, outOfOrder, deliveryTime, fanOutTime } = deliveries
  switch (metric) {
    case 'deliveries_sent':
      return { type: 'counter', count: sent }
    case 'deliveries_accepted':
      return { type: 'counter', count: accepted }
    case 'deliveries_received':
      return { type: 'counter', count: received }
    case 'deliveries_lost':
      return { type: 'counter', count: deliveries.lost }
    case 'deliveries_duplicated':
      return { type: 'counter', count: duplicated }
    case 'deliveries_out_of_order':
      return { type: 'counter', count: outOfOrder }
    case 'delivery_reach':
      return { type: 'rate', hits: received, total: received + deliveries.lost }
    case 'delivery_time':
      return { type: 'trend', values: deliveryTime }
    case 'delivery_fan_out_time':
      return { type: 'trend', values: fanOutTime }
  }
}
