import { trustView } from '../../views/trust.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { bodyOf } from '../../views/body.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { serviceAnswers } from '../describe.ts';
import { forService } from '../for-service.ts';
import { ChecksView } from '../../views/checks.ts';
import { ObservedView } from '../../views/observed-terms.ts';
import { PaymentsView } from '../../views/payments.ts';
import { TrustView } from '../../views/trust.ts';
import {
  ChecksParameters,
  type DaysParameters,
  defaultDays,
  PaymentsParameters,
  IdParameter,
  parametersOf,
  readParameters,
} from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

const trustDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/trust',
  operationId: 'getServiceTrust',
  tag: 'Observations',
  summary: 'Get the trust score of a service',
  description: 'Returns the score with each of its components: weight, value and evidence.',
  requestParams: { path: IdParameter },
  responses: serviceAnswers(TrustView, 'The score with its parts.'),
};

const observedDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/observed',
  operationId: 'getServiceObserved',
  tag: 'Observations',
  summary: 'Compare declared and live terms',
  description:
    'Returns the terms of the latest live 402 beside the declared ones, field by field, and the same for each further offer. A wallet that differs is a reason not to pay.',
  requestParams: { path: IdParameter },
  responses: serviceAnswers(ObservedView, 'What was declared and what was seen, field by field.'),
};

const checksDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/checks',
  operationId: 'getServiceChecks',
  tag: 'Observations',
  summary: 'Get the checks of a service',
  description: 'Returns the checks of each day as totals, and the latest checks one by one.',
  requestParams: { path: IdParameter, query: ChecksParameters },
  responses: serviceAnswers(ChecksView, 'Sums for each day, and the last checks.', 'parameter_invalid'),
};

const paymentsDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/payments',
  operationId: 'getServicePayments',
  tag: 'Observations',
  summary: 'Get the payments of a service',
  description:
    'Returns what the chain shows: the sums of all x402 payments, those of each day, and the latest ones. Payments are counted on networks that the operator has a provider for; where services share a wallet, each payment goes to the one whose price it matches.',
  requestParams: { path: IdParameter, query: PaymentsParameters },
  responses: serviceAnswers(PaymentsView, 'Sums, days, and the last payments.', 'parameter_invalid'),
};

export const observationDefinitions = [
  trustDefinition,
  observedDefinition,
  checksDefinition,
  paymentsDefinition,
];

/** The observations of one service. */
export function observationRoutes(dependencies: RouteDependencies): Route[] {
  const { history, refuse } = dependencies;

  /** Makes a route that answers with a view of one service. */
  function view(make: (entry: Entry) => unknown): Route['handle'] {
    return forService(dependencies, async (c, entry, { version }) =>
      send(c, makeAnswer(bodyOf(await make(entry))), version),
    );
  }

  /** Makes a route that answers with a view of the last days of one service. */
  function daysView(
    parameters: DaysParameters,
    make: (entry: Entry, days: number) => Promise<unknown>,
  ): Route['handle'] {
    return (c) => {
      const given = readParameters(parameters, parametersOf(c));
      if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

      return view((entry) => make(entry, given.value.days ?? defaultDays))(c);
    };
  }

  return [
    { definition: trustDefinition, counted: true, handle: view(trustView) },
    { definition: observedDefinition, counted: true, handle: view((entry) => history.observed(entry)) },
    {
      definition: checksDefinition,
      counted: true,
      handle: daysView(ChecksParameters, (entry, days) => history.checks(entry, days)),
    },
    {
      definition: paymentsDefinition,
      counted: true,
      handle: daysView(PaymentsParameters, (entry, days) => history.payments(entry, days)),
    },
  ];
}
