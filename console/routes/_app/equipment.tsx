import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { equipmentFiguresQuery, equipmentQuery } from '../../data/get-equipment.ts';
import { settingsQuery } from '../../data/get-settings.ts';
import { EquipmentPage } from '../../features/equipment/equipment-page.tsx';
import { filterOf } from '../../features/equipment/equipment-search.ts';

const text = z.catch(z.optional(z.string()), undefined);
const yes = z.catch(z.optional(z.boolean()), undefined);

/** What a person would share: filters, the way to look at it, and the open record (docs/design.md#console). */
const search = z.object({
  q: text,
  category: text,
  status: text,
  overdue: yes,
  /** The retired ones. */
  removed: yes,
  /** Cards without it. */
  view: z.catch(z.optional(z.enum(['list'])), undefined),
  sort: text,
  /** The open machine. */
  equipment: text,
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  /** The dialog for a new machine. */
  new: yes,
});

export const Route = createFileRoute('/_app/equipment')({
  validateSearch: (input) => search.parse(input),
  // A failure is shown in the page's data area, with its retry. The company's zone says which day its forms begin with.
  loaderDeps: ({ search: { equipment: _, tab: __, new: ___, ...deps } }) => deps,
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchInfiniteQuery(equipmentQuery(filterOf(deps)));
    void queryClient.prefetchQuery(equipmentFiguresQuery);
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: Equipment,
});

function Equipment() {
  const { account } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <EquipmentPage
      account={account}
      search={Route.useSearch()}
      onSearch={(change, how) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: how === 'replace' })
      }
    />
  );
}
