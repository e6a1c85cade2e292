import { useId } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  LabelList,
  Line,
  type MouseHandlerDataParam,
  ReferenceArea,
  ReferenceLine,
  XAxis,
  YAxis,
} from 'recharts';
import { type ChartPoint, type ChartSeries, formatShort } from './chart-data.ts';

interface ChartPlotProps {
  shape: 'bars' | 'rows' | 'line';
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Of the selected point. */
  index: number;
  onChoose(index: number): void;
  onOpen(point: ChartPoint): void;
}

/** Space for the axis labels, in pixels. */
const VALUE_AXIS = 56;
/** At most: longer labels wrap. */
const ROW_AXIS = 116;
const LETTER = 8;
const ROW_END = 72;
/** Line dashes, by series. */
const DASHES = [null, '6 4', '2 3'];
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const color = (at: number) => `var(--hw-chart-${at + 1})`;

/**
 * The drawing of a chart. Nothing in it is animated, focusable or read by screen readers: the frame around it describes
 * the selected point. Series differ by pattern and dash as well as by color.
 */
export default function ChartPlot({ shape, series, points, index, onChoose, onOpen }: ChartPlotProps) {
  const hatch = useId().replaceAll(':', '');
  const rows = points.map(({ id, label, short, values, range }) => ({ id, label, short, range, ...values }));
  const isRows = shape === 'rows';
  const chosen = points[index];
  const { kind = 'count', scale } = series[0] ?? {};
  const nearest = ({ activeTooltipIndex: at }: MouseHandlerDataParam) => (at == null ? null : Number(at));
  const choose = (state: MouseHandlerDataParam) => {
    const at = nearest(state);
    if (at !== null && at !== index) onChoose(at);
  };
  const category = {
    type: 'category',
    dataKey: 'id',
    tickLine: false,
    axisLine: false,
    tickFormatter: (id: string) => points.find((point) => point.id === id)?.short ?? '',
  } as const;
  const longest = Math.max(...points.map(({ short }) => short.length));
  const value = { type: 'number', tickLine: false, axisLine: false, tickCount: 5 } as const;
  const bounds = scale && { ticks: scale, domain: [scale[0] ?? 0, scale.at(-1) ?? 0] };
  const tickFormatter = (amount: number) => formatShort(amount, kind);
  return (
    <ComposedChart
      responsive
      className="hw-chart-plot"
      layout={isRows ? 'vertical' : 'horizontal'}
      data={rows}
      margin={isRows ? { ...MARGIN, top: 0, right: ROW_END } : MARGIN}
      accessibilityLayer={false}
      barGap={2}
      barCategoryGap={isRows ? '22%' : '24%'}
      onMouseMove={choose}
      onTouchStart={choose}
      onTouchMove={choose}
      onClick={(state) => {
        // A tap selects; the link below opens. A mouse has already selected by hovering.
        const at = nearest(state);
        const point = at === null ? undefined : points[at];
        if (point && !matchMedia('(pointer: coarse)').matches) onOpen(point);
      }}
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hw-chart-hatch-ground" width="6" height="6" />
          <rect width="3" height="6" fill={color(1)} />
        </pattern>
      </defs>
      <CartesianGrid vertical={isRows} horizontal={!isRows} />
      {isRows ? (
        <>
          <XAxis {...value} hide domain={[0, 'dataMax']} />
          <YAxis {...category} width={Math.min(ROW_AXIS, (longest + 2) * LETTER)} interval={0} />
        </>
      ) : (
        <>
          <XAxis {...category} interval="preserveStartEnd" minTickGap={12} />
          <YAxis {...value} {...bounds} width={VALUE_AXIS} tickFormatter={tickFormatter} />
        </>
      )}
      {chosen && shape === 'bars' && <ReferenceArea x1={chosen.id} x2={chosen.id} className="hw-chart-chosen" />}
      {chosen && isRows && <ReferenceArea y1={chosen.id} y2={chosen.id} className="hw-chart-chosen" />}
      {chosen && shape === 'line' && <ReferenceLine x={chosen.id} className="hw-chart-cursor" />}
      {shape === 'line' && (
        <Area
          dataKey="range"
          type="linear"
          stroke="none"
          fill={color(0)}
          fillOpacity={0.2}
          isAnimationActive={false}
          connectNulls
        />
      )}
      {series.map(({ id, kind: ofSeries }, at) =>
        shape === 'line' ? (
          <Line
            key={id}
            dataKey={id}
            type="linear"
            stroke={color(at)}
            strokeWidth={2}
            {...(DASHES[at] && { strokeDasharray: DASHES[at] })}
            dot={{ r: 3, fill: color(at), stroke: 'none' }}
            activeDot={false}
            isAnimationActive={false}
          />
        ) : (
          <Bar
            key={id}
            dataKey={id}
            fill={at === 1 ? `url(#${hatch})` : color(at)}
            radius={2}
            isAnimationActive={false}
          >
            {at === 1 && rows.map((row) => <Cell key={row.id} stroke={color(at)} />)}
            {isRows && (
              <LabelList
                dataKey={id}
                position="right"
                formatter={(amount) => (typeof amount === 'number' ? formatShort(amount, ofSeries) : '')}
              />
            )}
          </Bar>
        ),
      )}
    </ComposedChart>
  );
}
