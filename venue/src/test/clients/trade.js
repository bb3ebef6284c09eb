// Trades with binance-api-node and @binance/connector, unmodified: markets, each type of order, changes, fills,
// balances, errors.
//
// usage: trade.js URL, then apiKey and secret of a seller of BTC and of a buyer with EUR
'use strict'

const assert = require('node:assert')
const Binance = require('binance-api-node').default
const { Spot } = require('@binance/connector')

const SYMBOL = 'BTCEUR'
const [url, annaKey, annaSecret, bertKey, bertSecret] = process.argv.slice(2)
let checks = 0

function check (said, expected, what) {
  checks++
  assert.deepStrictEqual(said, expected, `${what}: ${JSON.stringify(said)}, expected ${JSON.stringify(expected)}`)
}

async function refused (code, what, call) {
  try {
    await call()
  } catch (e) {
    check(e.response?.data?.code ?? e.code, code, `${what}: ${e.message}`)
    return
  }
  assert.fail(`${what} was not refused`)
}

// Waits, because data that followers make from results may come a little later than an answer.
async function until (call, expected, what) {
  let said
  for (let i = 0; i < 500; i++) {
    said = await call()
    if (said === expected) break
  }
  check(said, expected, what)
}

async function node () {
  const anna = Binance({ apiKey: annaKey, apiSecret: annaSecret, httpBase: url })
  const bert = Binance({ apiKey: bertKey, apiSecret: bertSecret, httpBase: url })
  check(await anna.ping(), true, 'ping')
  check(Math.abs(await anna.time() - Date.now()) < 5000, true, 'time')
  const info = await anna.exchangeInfo()
  check(info.symbols.map(symbol => symbol.symbol), [SYMBOL], 'markets')
  check(info.symbols[0].filters.find(filter => filter.filterType === 'PRICE_FILTER').tickSize, '0.01', 'tick')

  const ask = await anna.order({ symbol: SYMBOL, side: 'SELL', quantity: '0.1', price: '200', newClientOrderId: 'js-1' })
  check([ask.status, ask.clientOrderId], ['NEW', 'js-1'], 'a limit order rests')
  const bid = await bert.order({ symbol: SYMBOL, side: 'BUY', quantity: '0.25', price: '201', newOrderRespType: 'FULL' })
  check([bid.status, bid.executedQty, bid.cummulativeQuoteQty], ['PARTIALLY_FILLED', '0.10000', '20.00000000'], 'fill')
  check(bid.fills.map(fill => [fill.price, fill.commission]), [['200.00', '0.02000000']], 'fills')
  check((await anna.getOrder({ symbol: SYMBOL, origClientOrderId: 'js-1' })).status, 'FILLED', 'the maker is filled')
  check((await bert.openOrders({ symbol: SYMBOL })).map(order => order.orderId), [bid.orderId], 'open orders')
  check((await bert.cancelOrder({ symbol: SYMBOL, orderId: bid.orderId })).status, 'CANCELED', 'cancelled')
  check((await bert.allOrders({ symbol: SYMBOL })).at(-1).status, 'CANCELED', 'all orders')
  const own = (await bert.myTrades({ symbol: SYMBOL })).at(-1)
  check([own.orderId, own.isBuyer, own.isMaker], [bid.orderId, true, false], 'own trade')

  const none = { symbol: SYMBOL, side: 'BUY', quantity: '0.1', price: '150' }
  check((await bert.order({ ...none, timeInForce: 'IOC' })).status, 'EXPIRED', 'IOC')
  check((await bert.order({ ...none, timeInForce: 'FOK' })).status, 'EXPIRED', 'FOK')
  check(Object.keys(await bert.orderTest(none)), [], 'test')
  await anna.order({ symbol: SYMBOL, side: 'SELL', type: 'LIMIT_MAKER', quantity: '0.5', price: '200' })
  await until(async () => (await bert.book({ symbol: SYMBOL })).asks[0]?.price, '200.00', 'book')
  await refused(-2010, 'a maker that would take', () => bert.order(
    { symbol: SYMBOL, side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.1', price: '200' }))
  const market = await bert.order({ symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.1' })
  check([market.status, market.cummulativeQuoteQty], ['FILLED', '20.00000000'], 'market')
  const byMoney = await bert.order({ symbol: SYMBOL, side: 'BUY', type: 'MARKET', quoteOrderQty: '30' })
  check([byMoney.status, byMoney.executedQty], ['FILLED', '0.15000'], 'market by money')
  check((await anna.cancelOpenOrders({ symbol: SYMBOL })).length, 1, 'all cancelled')

  await refused(-2010, 'too dear', () => bert.order({ symbol: SYMBOL, side: 'BUY', quantity: '100', price: '9000000' }))
  await refused(-2011, 'unknown to cancel', () => bert.cancelOrder({ symbol: SYMBOL, orderId: 7 }))
  await refused(-2013, 'unknown', () => bert.getOrder({ symbol: SYMBOL, orderId: 7 }))
  await refused(-1013, 'off the lot', () => bert.order({ symbol: SYMBOL, side: 'BUY', quantity: '0.000001', price: '1' }))
  await refused(-1022, 'wrong secret', () => Binance({ apiKey: annaKey, apiSecret: 'x', httpBase: url }).accountInfo())

  check((await bert.accountInfo()).balances.map(balance => balance.asset), ['BTC', 'EUR'], 'balances')
  await until(async () => (await bert.trades({ symbol: SYMBOL })).at(-1).qty, '0.15000', 'trades')
  check((await bert.aggTrades({ symbol: SYMBOL })).at(-1).quantity, '0.15000', 'aggregated trades')
  check((await bert.candles({ symbol: SYMBOL, interval: '1d' })).at(-1).close, '200.00', 'candles')
  check((await bert.dailyStats({ symbol: SYMBOL })).lastPrice, '200.00', 'ticker')
  check((await bert.prices()).BTCEUR, '200.00', 'prices')
  check((await bert.avgPrice({ symbol: SYMBOL })).mins, 5, 'average')
  check((await bert.allBookTickers()).BTCEUR.askQty, '0.00000', 'best prices')
  check((await bert.tradeFee())[0].takerCommission, '0.00100000', 'fees')
}

async function connector () {
  const bert = new Spot(bertKey, bertSecret, { baseURL: url })
  const order = (await bert.newOrder(SYMBOL, 'BUY', 'LIMIT', { price: '50', quantity: 0.1, timeInForce: 'GTC' })).data
  check(order.status, 'NEW', 'an order without a client id')
  const replaced = (await bert.cancelAndReplace(SYMBOL, 'BUY', 'LIMIT', 'STOP_ON_FAILURE',
    { price: '51', quantity: 0.2, timeInForce: 'GTC', cancelOrderId: order.orderId })).data
  check([replaced.cancelResult, replaced.newOrderResult], ['SUCCESS', 'SUCCESS'], 'replaced')
  await refused(-2022, 'replacing nothing', () => bert.cancelAndReplace(SYMBOL, 'BUY', 'LIMIT', 'STOP_ON_FAILURE',
    { price: '51', quantity: 0.2, timeInForce: 'GTC', cancelOrderId: order.orderId }))
  check((await bert.cancelOpenOrders(SYMBOL)).data.length, 1, 'all cancelled')
  check((await bert.account()).data.accountType, 'SPOT', 'account')
  check((await bert.exchangeInfo({ symbols: [SYMBOL] })).data.symbols.length, 1, 'one market')
}

node().then(connector).then(
  () => console.log(`binance-api-node and @binance/connector: ${checks} checks passed`),
  e => {
    console.error(e)
    process.exit(1)
  })
