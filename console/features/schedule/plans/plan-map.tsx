import type { OptimizeAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import type { CrewMarks } from '../optimize/optimizer-plan.ts';
import { mapOf, type Spot, scaleOf } from './route-map.ts';

const SIZE = { width: 480, height: 320, margin: 36 };
/** The most pixels the scale may take. */
const SCALE = 120;
const DOT = 12;

interface PlanMapProps extends CrewMarks {
  /** Of one day. */
  plan: Pick<OptimizeAnswer, 'schedules' | 'fixed'>;
}

/** The routes in relation to each other, without a background map: straight lines between stops. */
export function PlanMap({ plan, colorOf, letterOf }: PlanMapProps) {
  const map = mapOf(plan, SIZE);
  if (!map) return null;
  const { width, height, mile, routes } = map;
  const miles = scaleOf(mile, SCALE);
  const names = plan.schedules.map(({ crew_id: id, crew_name: name }) => `${letterOf(id)}: ${name}`).join(', ');
  return (
    <figure className="hw-plan-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Map of the routes. ${names}`}>
        {routes.map(({ crewId, start, stops }) => (
          <polyline key={crewId} className={`hw-plan-line ${colorOf(crewId)}`} points={pointsOf(start, stops)} />
        ))}
        {routes.map(({ crewId, start }) => start && <Start key={crewId} at={start} />)}
        {routes.map(({ crewId, stops }) => (
          <g key={crewId} className={colorOf(crewId)}>
            {stops.map(({ x, y, sequence, jobId }) => (
              <g key={jobId} className={sequence === null ? 'hw-plan-dot hw-plan-dot-held' : 'hw-plan-dot'}>
                <circle cx={x} cy={y} r={sequence === null ? DOT / 2 : DOT} />
                {sequence !== null && (
                  <text x={x} y={y} dy="0.35em">
                    {letterOf(crewId)}
                    {sequence}
                  </text>
                )}
              </g>
            ))}
          </g>
        ))}
        <g className="hw-plan-scale">
          <path d={`M12 ${height - 18}v6h${miles * mile}v-6`} />
          <text x={12 + (miles * mile) / 2} y={height - 18}>
            {miles} mi
          </text>
          <text x={width - 16} y={24}>
            N ↑
          </text>
        </g>
      </svg>
      <figcaption className="hw-muted">
        Straight lines from stop to stop, not the roads. Squares are where crews start; small dashed circles are visits
        that stay where they are.
      </figcaption>
    </figure>
  );
}

function Start({ at: { x, y } }: { at: Spot }) {
  return <rect className="hw-plan-start" x={x - 7} y={y - 7} width={14} height={14} rx={2} />;
}

/** From the start via all stops and back. */
function pointsOf(start: Spot | null, stops: readonly Spot[]): string {
  const way = start ? [start, ...stops, start] : stops;
  return way.map(({ x, y }) => `${x},${y}`).join(' ');
}
