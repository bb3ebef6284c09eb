// Follows streams with binance-api-node, unmodified: own orders by a signed request over a socket, trades, candles, tickers, books.
//
// usage: streams.js URL, then apiKey and secret of a seller of BTC and of a buyer with EUR
'use strict'

const assert = require('node:assert')
const Binance = require('binance-api-node').default

const SYMBOL = 'BTCEUR'
const [url, annaKey, annaSecret, bertKey, bertSecret] = process.argv.slice(2)
const wsBase = url.replace('http', 'ws') + '/ws'
const wsApi = url.replace('http', 'ws') + '/ws-api/v3'
const anna = Binance({ apiKey: annaKey, apiSecret: annaSecret, httpBase: url, wsBase, wsApi })
const bert = Binance({ apiKey: bertKey, apiSecret: bertSecret, httpBase: url, wsBase, wsApi })
const ended = []

// Returns the first message of a stream that meets a condition.
function first (open, isThere) {
  return new Promise(resolve => {
    Promise.resolve(open(message => isThere(message) && resolve(message))).then(end => ended.push(end))
  })
}

async function main () {
  const at = message => Number(message.price ?? message.close ?? message.curDayClose) === 444
  const awaited = {
    fill: first(hear => bert.ws.user(hear), message =>
      message.eventType === 'executionReport' && message.orderStatus === 'FILLED'),
    rested: first(hear => anna.ws.user(hear), message =>
      message.eventType === 'executionReport' && message.executionType === 'NEW'),
    balance: first(hear => bert.ws.user(hear), message => message.eventType === 'outboundAccountPosition'),
    trade: first(hear => anna.ws.trades(SYMBOL, hear), at),
    aggregate: first(hear => anna.ws.aggTrades(SYMBOL, hear), at),
    candle: first(hear => anna.ws.candles(SYMBOL, '1m', hear), at),
    ticker: first(hear => anna.ws.ticker(SYMBOL, hear), at),
    tickers: first(hear => anna.ws.allTickers(hear), all => all.some(at)),
    mini: first(hear => anna.ws.miniTicker(SYMBOL, hear), message => Number(message.curDayClose) === 444),
    top: first(hear => anna.ws.bookTicker(SYMBOL, hear), message => Number(message.bestAsk) === 444),
    partial: first(hear => anna.ws.partialDepth({ symbol: SYMBOL, level: 5 }, hear), message => message.asks.length > 0),
    depth: first(hear => anna.ws.depth(SYMBOL, hear), message => message.askDepth.length > 0)
  }
  let isDone = false
  const all = Promise.all(Object.values(awaited)).then(() => { isDone = true })
  for (let i = 0; i < 200 && !isDone; i++) {
    await anna.order({ symbol: SYMBOL, side: 'SELL', quantity: '0.00004', price: '444' })
    await new Promise(resolve => setTimeout(resolve, 150))
    await bert.order({ symbol: SYMBOL, side: 'BUY', quantity: '0.00004', price: '444' })
    await Promise.race([all, new Promise(resolve => setTimeout(resolve, 50))])
  }
  const missing = []
  for (const [name, message] of Object.entries(awaited)) {
    const told = await Promise.race([message, Promise.resolve(null)])
    if (told === null) missing.push(name)
  }
  assert.deepStrictEqual(missing, [])
  const fill = await awaited.fill
  assert.deepStrictEqual([fill.side, fill.priceLastTrade, fill.commissionAsset], ['BUY', '444.00', 'EUR'])
  assert.deepStrictEqual((await awaited.balance).balances.map(balance => balance.asset).sort(), ['BTC', 'EUR'])
  const depth = await awaited.depth
  assert.ok(depth.finalUpdateId >= depth.firstUpdateId)
  console.log(`binance-api-node: ${Object.keys(awaited).length} streams followed`)
}

main().then(
  () => process.exit(0),
  e => {
    console.error(e)
    process.exit(1)
  })
