import { placeOfTime } from './plot-svg.ts'

/**
 * The script of a page. The pointer over a plot shows the values of that moment in all plots of its section, and on paper everything is unfolded, except the
 * figures of plots. Everything can be read without the script.
 */
export const script: string = `
'use strict'
const blank = () => Object.assign(document.createElement('span'), { className: 'value' })
const plots = [...document.querySelectorAll('figure[data-plot]')].map((figure) => {
  const { at, end, moments, texts } = JSON.parse(figure.dataset.plot)
  const drawing = figure.querySelector(':scope > svg')
  const moment = figure.querySelector('figcaption strong').appendChild(blank())
  const names = figure.querySelector('.legend').children
  const values = texts.map((_, index) => names[index].appendChild(blank()))
  const line = drawing.appendChild(document.createElementNS(drawing.namespaceURI, 'path'))
  line.setAttribute('class', 'mark')
  const { left, across, width, top, height } = ${JSON.stringify(placeOfTime)}
  const show = (time) => {
    const nearest = at.reduce((best, each, index) => (Math.abs(each - time) < Math.abs(at[best] - time) ? index : best), 0)
    moment.textContent = time === undefined ? '' : 'at ' + moments[nearest]
    values.forEach((value, index) => (value.textContent = time === undefined ? '' : texts[index][nearest] || '–'))
    line.setAttribute('d', time === undefined ? '' : 'M' + (left + (at[nearest] / end) * across) + ' ' + top + 'v' + height)
  }
  const timeOf = ({ clientX }) => {
    const box = drawing.getBoundingClientRect()
    return ((((clientX - box.left) / box.width) * width - left) / across) * end
  }
  return { section: figure.closest('.plots'), drawing, show, timeOf }
})
for (const { section, drawing, timeOf } of plots) {
  const together = plots.filter((plot) => plot.section === section)
  drawing.addEventListener('pointermove', (event) => together.forEach(({ show }) => show(timeOf(event))))
  drawing.addEventListener('pointerleave', () => together.forEach(({ show }) => show()))
}
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details:not(.data)')) part.open = true
})
`
