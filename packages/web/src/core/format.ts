/** Numbers and quantities as texts are written the same on screens, in mails and in documents. */
export {
  asWritten,
  axisFormat,
  baseUnit,
  formatCount,
  formatList,
  formatLocales,
  formatNumber,
  formatQuantity,
  formatQuantityText,
  formatShare,
  formatSize,
  isScaled,
  leastWh,
  missing,
  shownUnit,
  unitSymbol,
  type QuantityUnit,
} from "@offgrid/contract/telemetry/format";
export { fromTyped, toTyped } from "@offgrid/contract/telemetry/shown-units";
