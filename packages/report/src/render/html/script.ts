/**
 * The script of a page, which makes tables sortable by buttons in their headings. Everything can be read without the script.
 */
export const script = `
'use strict'
for (const table of document.querySelectorAll('table[data-sortable]')) {
  const headings = [...table.tHead.rows[0].cells]
  const valueOf = (body, column) => {
    const cell = body.rows[0].cells[column]
    return 'value' in cell.dataset ? Number(cell.dataset.value) : cell.textContent.trim()
  }
  // Cells without a number stay below the numbers, in ascending as in descending order.
  const compare = (a, b, way) => {
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * way
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
    return a.localeCompare(b, 'en', { numeric: true }) * way
  }
  const sortBy = (column) => {
    const isDescending = headings[column].getAttribute('aria-sort') === 'none'
      ? headings[column].classList.contains('figure')
      : headings[column].getAttribute('aria-sort') === 'ascending'
    headings.forEach((heading, index) => heading.setAttribute('aria-sort', index !== column ? 'none' : isDescending ? 'descending' : 'ascending'))
    const way = isDescending ? -1 : 1
    table.append(...[...table.tBodies].sort((a, b) => compare(valueOf(a, column), valueOf(b, column), way)))
  }
  headings.forEach((heading, column) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...heading.childNodes)
    heading.append(button)
    heading.setAttribute('aria-sort', 'none')
    button.addEventListener('click', () => sortBy(column))
  })
}
// On paper everything is unfolded, except the figures of plots.
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details:not(.data)')) part.open = true
})
`
